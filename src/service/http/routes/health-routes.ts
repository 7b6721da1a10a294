import { wireInstant } from '../../../engine/model/wire-instant'
import { type Route, type RouteCall, type RouteReply, route } from './route'

const health = ({ world }: RouteCall): RouteReply => ({
  status: 200,
  body: { status: world.assumptions.read('health-status'), timestamp: wireInstant(world, world.clock.now) },
  summary: 'reported health',
})

/** The route that says whether the service is up (§5.2). */
export const HEALTH_ROUTES: readonly Route[] = ['/public/health/', '/public/v3-alpha/health/'].map(
  (template) => route('GET', template, { group: 'health', run: health }),
)
