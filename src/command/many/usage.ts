export const MANY_USAGE = `accounting-simulator many --directory D --teams FILE [options]
serves many durable sandboxes from one directory.

  --directory D        where the sandboxes are kept; made if it is missing
  --teams FILE         JSON: the tokens of each team by its name, { "web": "token", "mobile": ["new", "old"] }; also
                       sha256: and the hash of a token. SIGHUP reads the file again
  --quotas FILE        JSON: what a sandbox and a team may use, as in docs/sandbox.md
  --port 4020          port to listen on; 0 takes a free one
  --host 127.0.0.1     address to listen on; the default is reachable from this machine only. A socket of systemd
                       (LISTEN_FDS) takes the place of both
  --domain H           sandboxes are reached at <id>.H; by default at <id>.localhost and the port
  --public-url URL     where clients find the deployment behind a proxy. Without --domain all sandboxes are reached
                       there, by their keys, and the URL may have a path
  --idle '10 seconds'  how long a sandbox without requests stays in memory
  --grace '2 seconds'  how long requests in progress are waited for at the end
  --connections 10000  connections at the same time
  --ui                 serves a page of the sandboxes at /__sandboxes/ui/, which asks for the token of the team
  --cors               answers pages of other origins, with a key of a sandbox; its controls stay closed to them
  --no-deliveries      sends no webhooks, as for a copy that is only looked at: each attempt fails
  --log json           a line for each event on the error output: json, text or off. By default text on a terminal,
                       else json
  --end-with stdin     ends when its standard input ends; with parent, when the process that started it ends
  --json               prints one line of JSON when it listens, { url, port, domain, pid }, and nothing more
  --ready-file file    writes that line into a file, which is there while it listens
  --help               prints this text

accounting-simulator many --directory D --backup FILE    writes all sandboxes into one file, also while D is served
accounting-simulator many --directory D --restore FILE   puts such a file into a directory without sandboxes

A team makes sandboxes with POST /__sandboxes and its token (docs/sandbox.md). SIGTERM stores everything and ends.
/healthz, /readyz and /metrics are for those who watch it. It needs Node 22.13, or better-sqlite3 in this folder.
`
