import { startWebhookRig } from '../webhook-rig.ts'
import type { Contender } from './contender.ts'

/** The service's own queue: it keeps order and shares, looks targets up and writes the history. */
export const coinslot: Contender = {
  name: 'Coinslot',
  open: async (postgres, sink) => {
    const rig = await startWebhookRig(postgres, sink)
    await rig.analyseEmptyQueue()
    return {
      fill: async (lines) => {
        for (const { merchant, count, path } of lines)
          await rig.fillQueue(await rig.addMerchant(path), count, `${merchant}_`)
      },
      start: async () => {
        const worker = rig.startWorker()
        return { stop: () => worker.stop(0) }
      },
      close: () => rig.stop(),
    }
  },
}
