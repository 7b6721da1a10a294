import { recordType } from '../../engine/model/compiled-type'
import type { World } from '../../engine/model/context'
import type { RecordKind, SubscriptionGroup } from '../../engine/model/names'
import {
  CUSTOM_FIELD_TYPES,
  CUSTOM_FIELDS,
  type CustomFieldRow,
  type CustomFieldType,
  nextOf,
  PERIOD_LOCKS,
} from '../../engine/model/tables'
import { noSuch, OptionError, wrongOption } from '../../errors/option-error'
import * as read from '../../errors/reader'
import { UsageError } from '../../errors/usage-error'
import { allRoutes } from '../../service/all-routes'
import {
  currentMaintenance,
  type Maintenance,
  type MaintenanceOptions,
  startMaintenance,
  stopMaintenance,
} from '../../service/http/checks/maintenance'
import {
  lapsedSubscriptions,
  lapseSubscription,
  renewSubscription,
  subscriptionGroups,
} from '../../service/http/checks/subscription'
import { RATE_LIMIT_OVERRIDES, withoutParameterNames } from '../../service/http/rate-limits/limits'
import { type BucketState, changeRates, listBuckets } from '../../service/http/rate-limits/list-buckets'
import { nearestRoute } from '../../service/http/routes/nearest-route'
import { type Approvals, approvalsOf } from './admin-approvals'
import { type AssetControls, assetControlsOf } from './admin-assets'
import { type ContractControls, contractControlsOf } from './admin-contracts'
import { type ExchangeRates, exchangeRatesOf } from './admin-exchange-rates'
import { type KeyControls, keyControlsOf, keyRow } from './admin-keys'
import type { AdminScope } from './admin-scope'
import { changeThenRetry } from './change-then-retry'

/**
 * Administration of one organisation that the wire does not offer: keys, limits, subscriptions, period locks,
 * maintenance, people and contracts (docs/service.md §6).
 */
export interface Admin {
  /** The API keys of the organisation. */
  readonly keys: KeyControls
  /** The sizes and the contents of rate-limit buckets. */
  readonly rateLimits: {
    /**
     * Changes the size of a bucket, for one key or all keys. `route` names an operation (`POST
     * /public/v1/invoices/`); without it the aggregate bucket changes (docs/service.md §9.4). Requests
     * already counted stay counted: if 3 of 10 are used, an override of 1000 leaves 997.
     */
    override(options: { key?: string; route?: string; burst: number; refillPerSecond: number }): void
    /** The current buckets that this organisation's keys have used so far (docs/service.md §9.1). */
    buckets(): BucketState[]
  }
  /** The organisation's subscriptions to groups of operations. */
  readonly subscriptions: {
    /** Ends a subscription: requests to the record type or group get 402. */
    lapse(group: SubscriptionGroup): void
    /** Restores a subscription that `lapse` ended. @throws OptionError for an unknown group */
    renew(group: SubscriptionGroup): void
    /** The groups that `lapse` has ended, but not those of assumption `feature-402` (docs/service.md §6). */
    lapsed(): SubscriptionGroup[]
  }
  /** Closed accounting periods. */
  readonly periods: {
    /**
     * Locks a period: no record of the company can be written with a date up to and including this one
     * (docs/service.md §11.4).
     */
    lockThrough(companyId: number, date: string): void
    /** Opens all days of the company again. @throws OptionError for an unknown company */
    unlock(companyId: number): void
    /** The last locked day of the company, as YYYY-MM-DD; null if no day is locked (docs/service.md §11.4). */
    lockedThrough(companyId: number): string | null
  }
  /** Decisions about pending records, and the people who decide. */
  readonly approvals: Approvals
  /** Contract transitions that the wire does not offer. */
  readonly contracts: ContractControls
  /** Disposal of fixed assets, which the wire does not offer. */
  readonly assets: AssetControls
  /** Exchange rates for records that contracts generate in a foreign currency. */
  readonly exchangeRates: ExchangeRates
  /** Periods in which the service answers 503. */
  readonly maintenance: {
    /**
     * Starts maintenance: every request of every organisation gets 503, until `stop` or until `for` has passed
     * (docs/service.md §7.2). `retryAfter`: seconds for the `Retry-After` header; without it the header is absent.
     */
    start(options?: MaintenanceOptions): void
    /** Ends a running maintenance. */
    stop(): void
    /** The running maintenance; null if there is none (docs/service.md §7.2). */
    current(): Maintenance | null
  }
  /** The custom fields of records. */
  readonly customFields: {
    /**
     * Creates a custom field. Records of these types show it from now on (docs/service.md §2.6).
     * @throws OptionError naming the member that cannot be used
     */
    define(field: CustomFieldDefinition): CustomFieldRow
  }
}

export interface CustomFieldDefinition {
  /** The name of the field. */
  readonly name: string
  /** The type of its values. */
  readonly field_type: CustomFieldType
  /** Singular names of record types, such as `invoice` or `journal_entry`. */
  readonly applies_to: readonly RecordKind[]
  /** A description for people. */
  readonly description?: string
  /** A hint beside the field. */
  readonly helper_text?: string
  /** The default value, in the form in which records show it. */
  readonly default_value?: unknown
  /** The accepted values of a choice. */
  readonly options?: readonly string[]
  /** True if records can have values of the field. */
  readonly is_active?: boolean
}

export function adminOf(scope: AdminScope): Admin {
  const { store } = scope.world
  return {
    keys: keyControlsOf(scope),
    rateLimits: {
      override: (options) => overrideLimit(scope, options),
      buckets() {
        const organization = scope.ensureOrganization()
        return scope.world.assumptions.withoutNoting(() =>
          listBuckets(scope.world, scope.limits, organization),
        )
      },
    },
    subscriptions: {
      lapse(group) {
        checkGroup(scope.world, group)
        lapseSubscription(scope.world, scope.ensureOrganization(), group)
      },
      renew(group) {
        checkGroup(scope.world, group)
        renewSubscription(scope.world, scope.ensureOrganization(), group)
      },
      lapsed: () => lapsedSubscriptions(scope.world, scope.ensureOrganization()) as SubscriptionGroup[],
    },
    periods: {
      lockThrough: (companyId, date) => lockPeriod(scope, companyId, date),
      unlock(companyId) {
        checkCompany(scope, companyId)
        scope.log.concerns({ type: 'companies', id: companyId })
        changeThenRetry(scope, () => store.table(scope.ensureOrganization(), PERIOD_LOCKS).remove(companyId))
      },
      lockedThrough: (companyId) => lockedThrough(scope, companyId),
    },
    approvals: approvalsOf(scope),
    maintenance: {
      start(options) {
        scope.ensureOrganization()
        startMaintenance(scope.world, options)
      },
      stop: () => stopMaintenance(scope.world),
      current: () => currentMaintenance(scope.world),
    },
    contracts: contractControlsOf(scope),
    assets: assetControlsOf(scope),
    exchangeRates: exchangeRatesOf(scope),
    customFields: { define: (field) => defineField(scope, field) },
  }
}

const readOverride = read.members({
  key: read.orUndefined(read.text),
  route: read.orUndefined(read.text),
  burst: read.whole(1),
  refillPerSecond: read.positive,
})

function overrideLimit(scope: AdminScope, options: Parameters<Admin['rateLimits']['override']>[0]): void {
  const { key = null, route = null, burst, refillPerSecond } = readOverride(options, '')
  if (scope.limits === false)
    throw new UsageError('the simulator was made with rateLimits false: an override would do nothing')
  if (key !== null) keyRow(scope, key)
  if (route !== null && !isRoute(scope.world, route))
    throw new OptionError(
      'route',
      `route must be an operation, not '${route}'; perhaps ${nearestOf(scope.world, route)}`,
    )
  const overrides = scope.world.store.worldTable(RATE_LIMIT_OVERRIDES)
  const id = ((overrides.last()?.id ?? 0) as number) + 1
  const organization = scope.ensureOrganization()
  changeRates(scope.world, scope.limits, organization, () =>
    overrides.put({ id, organization, key, route, burst, refillPerSecond }),
  )
}

const isRoute = ({ registry }: World, route: string): boolean =>
  allRoutes(registry).all.some(({ key }) => withoutParameterNames(key) === withoutParameterNames(route))

function nearestOf({ registry }: World, route: string): string {
  const [method = '', path = ''] = route.split(' ')
  return nearestRoute(allRoutes(registry).all, method.toUpperCase(), path)?.key ?? 'POST /public/v1/invoices/'
}

function lockPeriod(scope: AdminScope, companyId: number, through: string): void {
  checkCompany(scope, companyId)
  scope.log.concerns({ type: 'companies', id: companyId })
  const row = { id: companyId, through: read.date(through, 'date') }
  changeThenRetry(scope, () => scope.world.store.table(scope.ensureOrganization(), PERIOD_LOCKS).put(row))
}

function lockedThrough(scope: AdminScope, companyId: number): string | null {
  checkCompany(scope, companyId)
  return scope.world.store.table(scope.ensureOrganization(), PERIOD_LOCKS).get(companyId)?.through ?? null
}

function checkCompany({ world, ensureOrganization }: AdminScope, id: number): void {
  if (!world.store.table(ensureOrganization(), 'companies').has(id)) throw noSuch('companyId', 'company', id)
}

const checkGroup = (world: World, group: string): void =>
  void read.oneOfNames(subscriptionGroups(world))(group, 'group')

/** The order of the readers is that of the columns. */
const fieldReaders = (recordTypes: readonly string[]) =>
  read.members({
    name: read.filledText,
    description: read.orNull(read.text),
    helper_text: read.orNull(read.text),
    field_type: read.oneOfNames(CUSTOM_FIELD_TYPES),
    applies_to: read.namesOf(read.oneOfNames(recordTypes), `an array of ${recordTypes.join(', ')}`),
    default_value: read.orNull(read.unchecked),
    options: read.orNull(read.arrayOf(read.text)),
    is_active: read.orElse(read.flag, true),
  })

function defineField(scope: AdminScope, field: CustomFieldDefinition): CustomFieldRow {
  const asked = fieldReaders(scope.world.registry.definitions.map(recordType))(field, '')
  if (asked.field_type.endsWith('_select') && asked.options === null)
    throw wrongOption('options', 'an array of the options of a select field', asked.options)
  const { store } = scope.world
  const organization = scope.ensureOrganization()
  return store.history.atomically(() => {
    const row: CustomFieldRow = {
      id: nextOf(store, organization, 'custom_field'),
      ...asked,
      default_value: asked.default_value ?? null,
    }
    store.table(organization, CUSTOM_FIELDS).put(row)
    return row
  })
}
