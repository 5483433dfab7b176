package githubtest

import (
	"fmt"
	"strconv"
)

// Shape is a comment as GitHub answers it.
func (c Comment) Shape() map[string]any {
	shown := object{
		"id": c.ID, "node_id": fmt.Sprintf("IC_%d", c.ID), "body": c.Body, "user": account(c.Author),
		"url":                fmt.Sprintf("https://api.github.com/repos/surefoot/demo/issues/comments/%d", c.ID),
		"html_url":           c.URL(),
		"issue_url":          "https://api.github.com/repos/surefoot/demo/issues/7",
		"created_at":         stamp,
		"updated_at":         stamp,
		"author_association": "NONE",
	}
	if c.Minimized {
		shown["minimized"] = object{"reason": "outdated"}
	}
	return shown
}

// URL is the page of a comment.
func (c Comment) URL() string {
	return fmt.Sprintf("https://github.com/surefoot/demo/pull/7#issuecomment-%d", c.ID)
}

func (r *Repository) issue() object {
	state := "open"
	if r.Closed {
		state = "closed"
	}
	const api = "https://api.github.com/repos/surefoot/demo"
	return object{
		"id": 1, "node_id": "I_1", "number": 7, "title": "Be kinder", "state": state, "locked": false,
		"user": account("octocat"), "labels": []any{}, "assignee": nil, "milestone": nil, "comments": len(r.Comments),
		"created_at": stamp, "updated_at": stamp, "closed_at": nil, "author_association": "NONE",
		"url": api + "/issues/7", "repository_url": api, "html_url": "https://github.com/surefoot/demo/pull/7",
		"labels_url": api + "/issues/7/labels{/name}", "comments_url": api + "/issues/7/comments", "events_url": api + "/issues/7/events",
	}
}

func (run *CheckRun) show(id int) object {
	const api = "https://api.github.com/repos/surefoot/demo/check-runs/"
	last := run.Last
	if last == nil {
		last = run.Created
	}
	output, _ := last["output"].(object)
	return object{
		"id": id, "node_id": "CR_1", "head_sha": run.Created["head_sha"], "name": run.Created["name"],
		"external_id": last["external_id"], "url": api + strconv.Itoa(id), "details_url": last["details_url"],
		"html_url": fmt.Sprintf("https://github.com/surefoot/demo/runs/%d", id),
		"status":   last["status"], "conclusion": last["conclusion"],
		"started_at": stamp, "completed_at": nil, "check_suite": object{"id": 1}, "app": nil, "pull_requests": []any{},
		"output": object{
			"title": output["title"], "summary": output["summary"], "text": output["text"],
			"annotations_count": len(run.Annotations), "annotations_url": api + strconv.Itoa(id) + "/annotations",
		},
	}
}

func account(login string) object {
	api := "https://api.github.com/users/x"
	user := object{"login": login, "id": 1, "node_id": "U_1", "avatar_url": "https://avatars.githubusercontent.com/u/1", "gravatar_id": nil, "type": "User", "site_admin": false,
		"url": api, "html_url": "https://github.com/x", "followers_url": api + "/followers", "following_url": api + "/following", "gists_url": api + "/gists",
		"starred_url": api + "/starred", "subscriptions_url": api + "/subscriptions", "organizations_url": api + "/orgs", "repos_url": api + "/repos",
		"events_url": api + "/events", "received_events_url": api + "/received_events"}
	return user
}
