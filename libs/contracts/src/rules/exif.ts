import { z } from 'zod'

/** What the EXIF panel shows of a file; only what the file has. The outside shape is http.exifData. */
const facts = z.object({
  make: z.string().optional(),
  model: z.string().optional(),
  lens: z.string().optional(),
  software: z.string().optional(),
  exposureTime: z.string().optional().describe('As displayed, such as 1/250.'),
  aperture: z.number().optional().describe('F-number.'),
  iso: z.number().optional(),
  focalLength: z.number().optional().describe('Millimeters.'),
  focalLength35mm: z.number().optional().describe('Millimeters.'),
  flash: z.string().optional(),
  whiteBalance: z.string().optional(),
  exposureMode: z.string().optional(),
  dateTaken: z
    .string()
    .optional()
    .describe('Local time of the camera, ISO 8601. Includes an offset only if the file contains one.'),
  width: z.number().optional(),
  height: z.number().optional(),
  gps: z.object({ latitude: z.number(), longitude: z.number(), altitude: z.number().optional() }).optional(),
  artist: z.string().optional(),
  copyright: z.string().optional(),
  colorProfile: z
    .string()
    .optional()
    .describe('Color profile from media.photo.processed.v1. Not shown in the EXIF panel.'),
})
export type Exif = z.infer<typeof facts>

/** Six facts as they were named before: services, events and rows of that time are read beside those of today. */
const LEGACY_NAMES = {
  exposure_time: 'exposureTime',
  focal_length: 'focalLength',
  focal_length_35mm: 'focalLength35mm',
  white_balance: 'whiteBalance',
  exposure_mode: 'exposureMode',
  date_taken: 'dateTaken',
} as const
const { shape } = facts

/** EXIF in events and in answers of services, under the names of today or before: `exifOf` reads it. */
export const exif = facts.extend({
  exposure_time: shape.exposureTime,
  focal_length: shape.focalLength,
  focal_length_35mm: shape.focalLength35mm,
  white_balance: shape.whiteBalance,
  exposure_mode: shape.exposureMode,
  date_taken: shape.dateTaken,
})
export type WrittenExif = z.infer<typeof exif>

/** Under the names of today. */
export function exifOf(written: WrittenExif): Exif {
  const today: Record<string, string> = LEGACY_NAMES
  return Object.fromEntries(Object.entries(written).map(([name, value]) => [today[name] ?? name, value]))
}

/** Under both: a service of the release before, which may still run, knows only its own and would lose the rest. */
export function withLegacyNames(known: Exif): WrittenExif {
  const former = Object.entries(LEGACY_NAMES).map(([name, today]) => [name, known[today]] as const)
  return { ...known, ...Object.fromEntries(former.filter(([, value]) => value !== undefined)) }
}
