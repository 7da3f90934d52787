import { readFile } from 'node:fs/promises'
import { UsageError } from './services.ts'

/** Beside the installed packages, where the image's build puts it. */
const file = new URL('../../../sbom.cdx.json', import.meta.url)

/** What this image is made of (CycloneDX), for whoever checks it against known weaknesses. */
export async function sbom(): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError('No SBOM found. Images contain one. In a checkout, create one with npm sbom.')
  })
  // a pipe takes it in pieces, and the process ends after this
  await new Promise<void>((resolve, reject) => process.stdout.write(text, e => (e ? reject(e) : resolve())))
}
