import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Request and response examples in the API document, by operationId. */
export type Example = { body?: unknown; answer?: unknown; lines?: string }
const file = join(import.meta.dirname, '../../../docs/api/examples.json')
export const examples = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Example>

export function writeExamples(recorded: Record<string, Example>): void {
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`)
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/** Replaces ids, times, secrets and addresses so that two recordings are equal. */
export class Anonymizer {
  private readonly ids = new Map<string, string>()
  private readonly replacements: [RegExp, string][]

  /** `secrets`: patterns and their replacements. */
  constructor(origin: string, secrets: [RegExp, string][]) {
    this.replacements = [[new RegExp(RegExp.escape(origin), 'g'), 'https://photos.example.com'], ...secrets]
  }

  of(value: unknown): unknown {
    if (value === undefined) return undefined
    const text = this.replacements.reduce((before, [from, to]) => before.replaceAll(from, to), JSON.stringify(value))
    const withIds = text.replaceAll(ID, id => this.id(id)).replaceAll(TIME, '2026-09-12T16:30:00.000Z')
    return JSON.parse(withIds.replaceAll(/("expires_?[aA]t":")[^"]+/g, '$12027-09-12T16:30:00.000Z'))
  }

  private id(id: string): string {
    const known = this.ids.get(id)
    if (known) return known
    const made = `0199f3c2-5b7e-7c41-9d3e-${(this.ids.size + 1).toString(16).padStart(12, '0')}`
    this.ids.set(id, made)
    return made
  }
}

/** Whether two values have the same fields of the same types. null matches anything; of a list, the first item is compared. */
export function haveSameShape(a: unknown, b: unknown): boolean {
  if (a === null || b === null) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === 0 || b.length === 0 || haveSameShape(a[0], b[0])
  if (typeof a !== 'object' || typeof b !== 'object') return typeof a === typeof b
  const [one, other] = [a, b] as Record<string, unknown>[]
  const names = Object.keys(one!)
  return names.length === Object.keys(other!).length && names.every(name => haveSameShape(one![name], other![name]))
}
