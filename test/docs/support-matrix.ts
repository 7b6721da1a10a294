import { ALL_BEHAVIOURS } from '../../src/engine/all-behaviours'
import { compile } from '../../src/engine/compile'
import type { Definition, ListView } from '../../src/engine/schema/define'
import { behavioursOf } from '../../src/engine/write/behaviour'
import { titleOf } from '../../src/kernel/name-words'
import * as catalogue from '../../src/resources/catalogue'
import { allRoutes } from '../../src/service/all-routes'
import type { Route } from '../../src/service/http/routes/route'

const registry = compile(Object.values(catalogue) as readonly (Definition | ListView)[])
const routes = allRoutes(registry).all

/** The resource groups, in the order of their routes. */
const GROUPS = [...new Set(routes.map(({ group }) => group))]

const routesOf = (group: string): readonly Route[] => routes.filter((route) => route.group === group)

/** Behaviours that no phrase describes yet; empty when the page is complete. */
export const untold = (): string[] =>
  ALL_BEHAVIOURS.map(({ name }) => name).filter((name) => !(name in BEHAVIOUR_WORDS))

/** The meaning of each behaviour for readers of the page. */
const BEHAVIOUR_WORDS: Readonly<Record<string, string>> = {
  approves: 'can wait for an approval',
  'approval policy': 'says what needs an approval',
  unique: 'members that no two share',
  'in ledger': 'named by ledger entries',
  refers: 'defaults from what it refers to',
  transfer: 'moves money between two accounts',
  document: 'company, currency, dates and status',
  'account company': 'accounts of its own company',
  'control lines': 'lines on receivable and payable accounts name their party',
  lifecycle: 'term, status and lock',
  classifies: 'classifications',
  'custom fields': 'custom fields',
  attaches: 'attachments',
  priced: 'priced lines with tax',
  defers: 'defers revenue where it belongs to a contract',
  pricing: 'obligations with prices, discounts and schedules',
  journal: 'lines of its own debits and credits',
  payables: 'lines that can be paid',
  'money account': 'moves money on an account',
  'amount given': 'an amount of its own',
  settles: 'settles other records',
  deposits: 'takes undeposited money to the bank',
  'bank amount': 'an amount in the currency of the bank',
  balance: 'an open balance',
  depositable: 'can be deposited',
  order: 'ordered quantities',
  fulfils: 'takes quantities of an order',
  'source lines': 'comes from lines of other records',
  depreciable: 'depreciation methods and conventions',
  depreciates: 'is depreciated by the clock',
  posts: 'posts to the ledger',
  owns: 'writes other records through its members',
  recurs: 'writes records on the dates of a rule',
  recognises: 'is recognised and billed by the clock',
  'paper check': 'printed once',
  'paid by check': 'can be paid by paper check',
}

/** How the content of a group comes about, where nobody writes the records themselves. */
const SOURCES: Readonly<Record<string, string>> = {
  health: 'nothing to put in',
  inbox: 'by itself: whatever waits for an approval',
  webhooks: '`POST /public/v2/webhooks/`, `simulator.webhooks.connect` for the receiver',
}

/** One row per group. */
export function supportMatrix(): string {
  const rows = GROUPS.map((group) =>
    [titleOf(group), operations(group), basis(group), behaviours(group), sources(group)].join(' | '),
  )
  return [
    '| Group | Operations | Basis | Behaviour | How to put data in |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n')
}

const definitionOf = (group: string): Definition | undefined =>
  registry.everything.find(({ name }) => name === group)

/** `/public/v1/invoices/` GET, POST, and the same for each further path. */
function operations(group: string): string {
  const paths = new Map<string, string[]>()
  for (const { template, method } of routesOf(group))
    paths.set(template, [...(paths.get(template) ?? []), method])
  return [...paths].map(([path, methods]) => `\`${path}\` ${methods.join(', ')}`).join('<br>')
}

function basis(group: string): string {
  const versions = new Set(routesOf(group).map(({ version }) => version))
  const own = definitionOf(group)?.basis ?? (group === 'inbox' ? 'assumed' : 'specified')
  return own === 'specified' && versions.has('v2') && group !== 'webhooks'
    ? 'specified; version 2 assumed'
    : own
}

function behaviours(group: string): string {
  if (!definitionOf(group)) return '-'
  const words = behavioursOf(registry.type(group)).map(({ name }) => BEHAVIOUR_WORDS[name] ?? name)
  return words.length === 0 ? '-' : words.join('; ')
}

function sources(group: string): string {
  const posted = routesOf(group).find(({ method, template }) => method === 'POST' && !template.includes('{'))
  return (
    SOURCES[group] ?? [...(posted ? [`\`${posted.key}\``] : []), `\`simulator.records.${group}\``].join(', ')
  )
}
