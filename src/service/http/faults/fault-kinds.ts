import type { DeliveryEffect, FaultEffect, RequestEffect, StatusEffect } from './fault-options'

/** The traffic that a fault acts on. */
export type FaultSide = 'requests' | 'deliveries'

type KeyOf<Effect> = Effect extends unknown ? keyof Effect : never
/** Members that only complement a status. */
type Beside = Exclude<keyof StatusEffect, 'status'>

export type FaultKind = Exclude<KeyOf<FaultEffect>, Beside>
type OnRequests = Exclude<KeyOf<RequestEffect>, Beside>
type OnDeliveries = Exclude<KeyOf<DeliveryEffect>, Beside>

const REQUESTS: Readonly<Record<OnRequests, true>> = {
  status: true,
  networkError: true,
  loseResponse: true,
  delay: true,
  truncateBody: true,
  malformedJson: true,
  contentType: true,
  staleRead: true,
  pageDrift: true,
  revokeKey: true,
  losePermission: true,
  lapseSubscription: true,
  maintenance: true,
}
const DELIVERIES: Readonly<Record<OnDeliveries, true>> = {
  status: true,
  networkError: true,
  loseResponse: true,
  delay: true,
  truncateBody: true,
  malformedJson: true,
  contentType: true,
  timeout: true,
  duplicate: true,
}

const KINDS: Readonly<Record<FaultSide, Readonly<Record<string, true>>>> = {
  requests: REQUESTS,
  deliveries: DELIVERIES,
}

export const FAULT_KINDS = Object.keys({ ...REQUESTS, ...DELIVERIES }) as readonly FaultKind[]

export const actsOn = (kind: FaultKind, side: FaultSide): boolean => Object.hasOwn(KINDS[side], kind)
