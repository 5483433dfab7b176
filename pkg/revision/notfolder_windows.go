package revision

import "syscall"

// notFolder is the error of a path that goes through a file.
var notFolder error = syscall.ERROR_PATH_NOT_FOUND
