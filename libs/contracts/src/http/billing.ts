import { z } from 'zod'

/**
 * POST /api/subscription/checkout (S-SUB-08). `checkoutUrl`: address to open. Null in test mode (the page calls update-tier), or if an
 * existing subscription was changed (`changed`).
 */
export const checkoutAnswer = z.object({
  checkoutUrl: z.string().nullable(),
  testMode: z.boolean(),
  changed: z.boolean(),
})
/** POST /api/subscription/portal (S-SUB-10). */
export const portalAnswer = z.object({ portalUrl: z.string().nullable() })

/** One of GET /api/subscription/invoices, newest first. */
export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.string(),
  date: z.string(),
  total: z.number().describe('Amount in the smallest unit of the currency, taxes included.'),
  currency: z.string(),
  url: z.string().nullable(),
  pdf: z.string().nullable(),
})
export type Invoice = z.infer<typeof invoice>
