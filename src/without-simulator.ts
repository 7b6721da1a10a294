/**
 * The public face besides simulators. A build entry that nobody imports by name: it keeps these modules out of the
 * chunk with the simulator, so that a receiver in production takes nothing else into its bundle.
 */

export { isRefusal } from './engine/model/refusals'
export { isOptionError } from './errors/option-error'
export { isUsageError } from './errors/usage-error'
export { isDurationError } from './kernel/duration-error'
export { isErasedTimelineError } from './kernel/erased-timeline-error'
export { signWebhook } from './service/webhooks/signature'
export { verifyWebhook } from './service/webhooks/verify-webhook'
