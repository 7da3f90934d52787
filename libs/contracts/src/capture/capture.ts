import { z } from 'zod'

const UTC_OFFSET = /^[+-]\d{2}:\d{2}$/

/** The camera of photos that do not say which it was. */
export const UNKNOWN_CAMERA = 'unknown'

/** When and with what a photo was taken, as its file says it. Of the serial number of a camera only its end is in it. */
export const capture = z.object({
  time: z
    .string()
    .optional()
    .describe("the camera's clock, ISO 8601 without a zone, with as many digits of the second as the file has"),
  offset: z
    .string()
    .regex(UTC_OFFSET)
    .optional()
    .describe('of that clock from UTC, such as +02:00, if the file has it'),
  gpsOffset: z
    .string()
    .regex(UTC_OFFSET)
    .optional()
    .describe('the same by the time of the satellites, where it has none'),
  camera: z.string().optional().describe('one for each body: a digest of make, model and serial number; none: unknown'),
  serialEnd: z.string().optional().describe('the last characters of its serial number, to tell bodies apart'),
})
export type Capture = z.infer<typeof capture>
