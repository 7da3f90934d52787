import type { Primaries } from './primaries.ts'

/** The light of an HDR picture. `peak`: the brightest light in it, in nits. */
export type HdrLight = { transfer: 'pq' | 'hlg'; primaries: Primaries; peak: number }

/**
 * What the numbers of a picture mean. Decoding and the check before sharing (rule 146) go by the same answer. `name` is for the
 * owner: empty where the file does not state its colours in a way that other programs read.
 */
export type Colours = { name: string } & (
  | { kind: 'srgb' }
  /** RGB numbers in this profile, or grey as RGB. `isTiff`: converted by the ICC standard instead of as Chromium shows it. */
  | { kind: 'profile'; icc: Buffer; isTiff?: boolean }
  /** Ink, with or without a profile. */
  | { kind: 'cmyk'; icc: Buffer | undefined; isTiff?: boolean }
  | { kind: 'hdr'; light: HdrLight }
)
export const UNSTATED: Colours = { kind: 'srgb', name: '' }
