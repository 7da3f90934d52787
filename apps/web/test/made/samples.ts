import { readSamples } from '../../vite/samples.ts'

/** Replaces the module that the build generates from the sample programs. */
export const samples = await readSamples()
