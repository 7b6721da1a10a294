import { wireInstant } from '../../engine/model/wire-instant'
import type { Route, RouteCall, RouteReply } from './routes'

const health = ({ world }: RouteCall): RouteReply => ({
  status: 200,
  body: { status: world.assumptions.read('health-status'), timestamp: wireInstant(world, world.clock.now) },
  summary: 'reported health',
})

const route = (template: string, version: string): Route => ({
  method: 'GET',
  template,
  key: `GET ${template}`,
  version,
  group: 'health',
  takes: 'nothing',
  run: health,
})

/** docs/service.md §5.2 */
export const HEALTH_ROUTES: readonly Route[] = [
  route('/public/health/', 'none'),
  route('/public/v3-alpha/health/', 'v3-alpha'),
]
