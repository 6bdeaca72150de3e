import { test } from '@playwright/test'
import { installProject } from './project.ts'

test('the packed packages install by plain npm beside everything that shops use', async () => {
  test.setTimeout(400_000)
  await installProject()
})
