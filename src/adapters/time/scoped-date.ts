import { real } from './real'
import { currentScope } from './scope'

/** A `Date` whose present is that of the scope which asks. */
export function scopedDate(): DateConstructor {
  const RealDate = real.Date
  const now = (): number => currentScope()?.clock.instant.now ?? RealDate.now()
  const scoped: DateConstructor = new Proxy(RealDate, {
    construct: (target, given, newTarget): Date =>
      Reflect.construct(
        target,
        given.length > 0 ? given : [now()],
        newTarget === scoped ? target : newTarget,
      ),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  // So that a date's constructor is still `Date`.
  RealDate.prototype.constructor = scoped
  return scoped
}
