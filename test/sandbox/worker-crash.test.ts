import { expect, test } from 'vitest'
import { workerdBinary } from '../support/workerd'
import { KILLS, KilledServer, killAgainAndAgain, Receiver } from './killed'
import { WorkerdDeployment } from './workerd-deployment'

const QUOTAS = { requestsPerSecond: 1e6, burst: 1e6, deliveriesPerMinute: 1e6, rows: 1e9 }

test.runIf(workerdBinary)(
  'workerd that is killed again and again loses no answer and no event',
  async () => {
    await using receiver = new Receiver()
    await using workerd = (await WorkerdDeployment.start(await receiver.start(), QUOTAS)).workerd
    class Server extends KilledServer {
      readonly url = workerd.url
      restart = () => workerd.restart()
    }
    await killAgainAndAgain('workerd', new Server(), receiver, KILLS)
    expect(receiver.received.length).toBeGreaterThan(KILLS)
  },
  120_000 + KILLS * 30_000,
)
