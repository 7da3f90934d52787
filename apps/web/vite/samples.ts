import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Samples } from '../src/features/developers/code/languages.tsx'
import { highlight } from './highlight.ts'

export const samplesFolder = join(import.meta.dirname, '../src/features/developers/samples')

/** Reads the sample programs of the developer pages. */
export const sampleFiles = () =>
  readdirSync(samplesFolder).map(name => ({ name, code: readFileSync(join(samplesFolder, name), 'utf8').trimEnd() }))

export async function readSamples(): Promise<Samples> {
  const samples = sampleFiles().map(async ({ name, code }) => [name, await highlight(code, extname(name).slice(1))])
  return Object.fromEntries(await Promise.all(samples)) as Samples
}
