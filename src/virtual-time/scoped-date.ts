import { realOf } from './real'
import { currentScope } from './time-scope'

/** A `Date` class with the current time of the caller's scope. */
export function scopedDate(before: DateConstructor): DateConstructor {
  const now = (): number => currentScope()?.clock.instant.now ?? before.now()
  const scoped: DateConstructor = new Proxy(before, {
    construct: (target, given, newTarget): Date =>
      Reflect.construct(
        target,
        given.length > 0 || !currentScope() ? given : [now()],
        newTarget === scoped ? target : newTarget,
      ),
    apply: () => new scoped().toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  // So that `constructor` of a date still equals `Date`.
  realOf(before).prototype.constructor = scoped
  return scoped
}
