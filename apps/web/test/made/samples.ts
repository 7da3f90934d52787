import { readSamples } from '../../vite/samples.ts'

/** The samples as the build generates them. */
export const samples = await readSamples()
