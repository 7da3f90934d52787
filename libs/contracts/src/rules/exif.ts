import { z } from 'zod'

/** What the EXIF panel shows of a file; only what the file has. The outside shape is http.exifData. */
export const exif = z.object({
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
export type Exif = z.infer<typeof exif>
