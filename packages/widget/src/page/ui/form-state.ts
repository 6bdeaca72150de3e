/** Says what is wrong with a value, or null; beside it stand the values of the whole form. */
export type Rule = (value: string, values: Readonly<Record<string, string>>) => string | null

/**
 * Values and errors of one form: a field is judged when it is left or sent, and again while its error stands. One error
 * at a time is announced: the one that came last, or the first of a form that was sent.
 */
export class FormState<Name extends string> {
  readonly #rules: Readonly<Record<Name, Rule>>
  readonly #values: Record<Name, string>
  readonly #errors: Partial<Record<Name, string>> = {}
  #announced: Name | null = null

  constructor(rules: Readonly<Record<Name, Rule>>, values: Readonly<Record<Name, string>>) {
    this.#rules = rules
    this.#values = { ...values }
  }

  value(name: Name): string {
    return this.#values[name] ?? ''
  }

  error(name: Name): string | null {
    return this.#errors[name] ?? null
  }

  /** Whether the error of this field is read out by itself; the others are read with their fields. */
  isAnnounced(name: Name): boolean {
    return this.#announced === name
  }

  type(name: Name, value: string): void {
    this.#values[name] = value
    this.lookAgain(name)
  }

  /** What another field says may mend this one. */
  lookAgain(name: Name): void {
    if (this.#check(name) === null) delete this.#errors[name]
  }

  /** An empty field is not blamed on the way past, only when sent; an error that stands goes by typing alone. */
  leave(name: Name): void {
    if (this.value(name).trim() === '' || this.error(name) !== null) return
    if (!this.#judge(name)) this.#announced = name
  }

  refuse(name: Name, error: string): void {
    this.#errors[name] = error
    this.#announced = name
  }

  /** Judges all fields; the first that is wrong, or null. */
  judgeAll(): Name | null {
    const names = Object.keys(this.#rules) as Name[]
    const wrong = names.filter((name) => !this.#judge(name))
    this.#announced = wrong[0] ?? null
    return this.#announced
  }

  #check(name: Name): string | null {
    return this.#rules[name](this.value(name), this.#values)
  }

  #judge(name: Name): boolean {
    const error = this.#check(name)
    if (error === null) delete this.#errors[name]
    else this.#errors[name] = error
    return error === null
  }
}
