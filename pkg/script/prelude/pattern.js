// Patterns that are made while the script runs.
(function (kit) {
  'use strict';
  const { construct, stand } = kit;
  const Pattern = RegExp;
  const patternTarget = stand(Pattern, 'RegExp', function (pattern, flags) {
    if (typeof pattern === 'string') kit.pattern(pattern);
    if (new.target === undefined && flags === undefined) return Pattern(pattern);
    return construct(Pattern, [pattern, flags], patternTarget(new.target));
  });
})
