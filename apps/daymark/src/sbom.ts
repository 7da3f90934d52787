import { readFile } from 'node:fs/promises'
import { UsageError } from './services.ts'

/** The build of the image puts the file next to the installed packages. */
const file = new URL('../../../sbom.cdx.json', import.meta.url)

/** Prints the software bill of materials of this image (CycloneDX). */
export async function sbom(): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError('No SBOM found. Images contain one. In a checkout, create one with npm sbom.')
  })
  // wait until a pipe has accepted everything, because the process exits afterwards
  await new Promise<void>((resolve, reject) => process.stdout.write(text, e => (e ? reject(e) : resolve())))
}
