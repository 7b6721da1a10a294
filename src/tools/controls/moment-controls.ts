import { number, whole } from '../../errors/reader'
import { type Control, get, local, post } from './control'
import { takeSnapshot } from './world-controls'

/** Back to before an entry of the timeline, without a snapshot that somebody took in time. */
export const MOMENT_CONTROLS: readonly Control[] = [
  get(
    '/moments',
    'the states that are kept between changes, oldest first',
    ({ session }) => session.moments.all,
  ),
  post('/moments', 'from here on keeps the states between the latest changes', {}, ({ session }) =>
    session.moments.follow(),
  ),
  post(
    '/moments/restore',
    'goes back to the latest kept state before the entry before of the timeline; the state now stays as a snapshot',
    { before: number },
    ({ session, body }) => {
      const before = whole(1)(body.before, 'before')
      const left = takeSnapshot(session, `Before going back to #${before}`)
      try {
        return { ...session.moments.goBefore(before), left }
      } catch (error) {
        session.snapshots.delete(left.id)
        throw error
      }
    },
  ),
].map(local)
