import { readFileSync } from 'node:fs'
/** What /api/version says: pages that were built as another version offer to refresh themselves (L-UPD-08). */
export class BuildVersion {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Of the gateway. */
export const packageVersion = (): string =>
  String(
    (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: unknown }).version,
  )
