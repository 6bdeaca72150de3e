/** What a failing test should leave behind: a file's name, and how to get its text. */
export interface FailureNote {
  readonly name: string
  text(): string
}

const notes = new Map<FailureNote, 'current' | 'ended'>()

/** Asks to keep something if a test fails; gives what ends that with the test that runs now. */
export const noteForFailures = (note: FailureNote): (() => void) => {
  notes.set(note, 'current')
  return () => void notes.set(note, 'ended')
}

export const failureNotes = (): readonly FailureNote[] => [...notes.keys()]

/** Forgets what ended with the last test. */
export const forgetEnded = (): void => {
  for (const [note, state] of notes) if (state === 'ended') notes.delete(note)
}
