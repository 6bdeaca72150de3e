import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFailed, beforeEach } from 'vitest'
import { here } from '../steps/workspace.ts'
import { failureNotes, forgetEnded } from './failure-notes.ts'

const folderOf = (file: string, title: string): string =>
  here(
    'test-results',
    'vitest',
    file.slice(here('').length + 1).replaceAll(/[\\/]/g, '-'),
    title.replaceAll(/[^\w-]+/g, '-').slice(0, 80),
  )

beforeEach(({ task }) => {
  forgetEnded()
  onTestFailed(() => {
    const notes = failureNotes()
    if (notes.length === 0) return
    const folder = folderOf(task.file.filepath, task.name)
    mkdirSync(folder, { recursive: true })
    for (const [index, { name, text }] of notes.entries()) writeFileSync(join(folder, `${index + 1}-${name}`), text())
  })
})
