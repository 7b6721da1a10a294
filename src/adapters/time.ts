export { type FakeTimers, linkFakeTimers } from './time/link-fake-timers'
export type { VirtualTimeOptions } from './time/options'
export { isVirtualTimeError, type VirtualTimeError } from './time/virtual-time-error'
export { withVirtualTime } from './time/with-virtual-time'
