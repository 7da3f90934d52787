import { z } from 'zod'

const UTC_OFFSET = /^[+-]\d{2}:\d{2}$/

/** Camera id of photos whose file names no camera. */
export const UNKNOWN_CAMERA = 'unknown'

/** Capture time and camera as stored in the file. Contains only the last characters of the serial number. */
export const capture = z.object({
  time: z
    .string()
    .optional()
    .describe('Local time of the camera clock: ISO 8601 without a time zone, with the precision stored in the file.'),
  offset: z
    .string()
    .regex(UTC_OFFSET)
    .optional()
    .describe('UTC offset of the camera clock, such as +02:00, if the file contains it.'),
  gpsOffset: z
    .string()
    .regex(UTC_OFFSET)
    .optional()
    .describe('UTC offset derived from GPS time. Present only if the file has no offset of its own.'),
  camera: z
    .string()
    .optional()
    .describe('Digest of make, model and serial number that identifies a camera body. Absent: unknown.'),
  serialEnd: z.string().optional().describe('Last characters of the serial number, to distinguish camera bodies.'),
})
export type Capture = z.infer<typeof capture>
