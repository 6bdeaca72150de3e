import { afterAll, afterEach } from 'vitest'
import { openStage, type Stage } from './stage.ts'

/** The stage of a file's tests. What a test opened in its browser is closed after that test. */
export const openFileStage = async (): Promise<Stage> => {
  const stage = await openStage()
  afterEach(async () => {
    await Promise.all(stage.browser.contexts().map((context) => context.close()))
  })
  afterAll(() => stage.close())
  return stage
}
