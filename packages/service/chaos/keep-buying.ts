import { buyOnce } from './buyer.ts'
import { Random } from './random.ts'
import type { World } from './world.ts'

const BUYERS = 6

const buyOnAndOn = async (world: World, random: Random, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    const merchant = random.pick(world.merchants)
    try {
      const id = await buyOnce(merchant, { ...world, isOver }, random)
      if (random.chance(0.3)) await merchant.readStatuses([id])
    } catch (error) {
      world.ledger.unexpected.push(String(error))
    }
  }
}

/** Six buyers at a time, who come one after the other; the merchants ask what became of them. */
export const keepBuying = async (world: World, seed: number, isOver: () => boolean): Promise<void> => {
  await Promise.all(Array.from({ length: BUYERS }, (_, index) => buyOnAndOn(world, new Random(seed + index), isOver)))
}
