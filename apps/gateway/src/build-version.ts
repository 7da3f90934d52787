import { readFileSync } from 'node:fs'

/** What /api/version says: pages that were built as another version offer to refresh themselves (L-UPD-08). */
export class BuildVersion {
  readonly text: string
  /** Of this process, as every service names its own (DAYMARK_VERSION). */
  readonly ofProcess: string | undefined

  constructor(text = packageVersion(), ofProcess?: string) {
    this.text = text
    this.ofProcess = ofProcess
  }
}

const packageVersion = (): string =>
  String(
    (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: unknown }).version,
  )
