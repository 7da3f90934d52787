import { readSamples } from '../../vite/samples.ts'

/** What the build makes of the samples. */
export const samples = await readSamples()
