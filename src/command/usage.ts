export const USAGE = `accounting-simulator serves a simulated accounting-records service over HTTP.

Usage: accounting-simulator [serve] [options]
       accounting-simulator COMMAND ...

  npx accounting-simulator --ui                             the service, and a page that shows what happens in it
  npx accounting-simulator --clock manual --world file.json --save file.json
  npx accounting-simulator explore -- node my-client.js     searches for bugs in a program

Commands, each with a --help of its own:
  init                 writes a first test into the project of this folder
  explore -- PROGRAM   searches for bugs in a program
  coverage -- COMMAND  runs your tests and tells what they have met
  mutate -- COMMAND    tells what a test suite would notice
  record --to URL --file FILE
                       records traffic of the service
  replay FILE          compares the simulator with recorded traffic
  many                 serves many durable sandboxes from one directory
  mcp                  serves coding agents: its tools by the Model Context Protocol over standard input and
                       output, and the service for programs. It takes the options below; the port is free and
                       the clock manual unless given

Options:
  --ui                 also serves the inspector as a page: time, requests, records, faults. The command prints
                       its address: http://localhost:4010/__simulator/ui/
  --port 4010          port to listen on; 0 takes a free one
  --host 127.0.0.1     address to listen on; the default is reachable from this machine only
  --clock live         live runs at real speed, manual stands still until the controls move it
  --world file.json    starts from an exported world
  --scenario name      plays a named scenario, or one of your own: file.json
  --save file.json     writes the world there when the command ends (SIGINT, SIGTERM or SIGHUP)
  --now instant        the first time of the clock, such as 2026-01-15T09:00:00Z. By default a live clock
                       begins at this machine's time, a manual one at 2026-01-15T09:00:00Z
  --strict             audits each commit and refuses unknown members and parameters
  --no-rate-limits     keys have no limits
  --assume id=value    changes an assumption about the service (docs/service.md §16); may be repeated
  --seed 1             whole number; equal seeds give equal ids, secrets and random choices
  --controls loopback  who may use the controls under /__simulator/: loopback (programs on this
                       machine), anyone, or off (nobody)
  --hosts name,name    public names under which the server may be reached, or any
  --cors               answers pages of other origins: an application in a browser sends its own requests
  --end-with stdin     ends when its standard input ends; with parent, when the process that started it ends.
                       For tests that start the command; may be repeated
  --json               prints one line of JSON when it listens, { url, port, apiKey, ... }, and nothing more
  --ready-file file    writes that line into a file, which is there while it listens
  --version            prints the version
  --help               prints this text
`
