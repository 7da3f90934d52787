import { MB } from '@daymark/contracts'
import { Config } from '@daymark/platform'
import { encryptionSettings, storageSettings } from '@daymark/storage'
import { z } from 'zod'

/** PORT and HOST, the names that hosting platforms use. */
export class AddressConfig extends Config(
  '',
  z.object({
    port: z.coerce.number().int().min(0).max(65535).default(8080).describe('Port of the web application and the API'),
    host: z
      .string()
      .default('127.0.0.1')
      .describe('Address to listen on. 0.0.0.0 listens on every address of the machine'),
  }),
) {}

/** Timeout for optional parts of a page: link card, studio brand, display name. */
export const OPTIONAL_TIMEOUT_MS = 2000

export class GatewayConfig extends Config(
  'DAYMARK_GATEWAY',
  z.object({
    trustProxy: z.coerce
      .number()
      .int()
      .min(0)
      .max(10)
      .default(0)
      .describe(
        'Number of reverse proxies in front of Daymark. As many entries at the end of X-Forwarded-For are trusted',
      ),
    uploadMaxBytes: z.coerce
      .number()
      .int()
      .min(1)
      .default(500 * MB)
      .describe('Largest photo that can be uploaded, in bytes'),
    connections: z.coerce
      .number()
      .int()
      .min(1)
      .default(4096)
      .describe(
        'Maximum number of connections per process. Beyond it, idle and slow connections of the IP address with the most connections are closed',
      ),
    uploadBytesPerSecond: z.coerce
      .number()
      .int()
      .min(0)
      .default(1024)
      .describe('Minimum average rate of an upload, in bytes per second. Slower uploads are aborted. 0: no minimum'),
    uploadRateSeconds: z.coerce
      .number()
      .min(1)
      .default(60)
      .describe(
        'Period over which the average rate of an upload is measured, in seconds. No upload is aborted before it ends',
      ),
    idleSeconds: z.coerce
      .number()
      .int()
      .min(1)
      .default(120)
      .describe('Time after which an idle connection is closed, in seconds'),
    sweepAfterMinutes: z.coerce
      .number()
      .min(0.25)
      .default(10)
      .describe(
        'Age after which a stored file without a photo is treated as left over from an interrupted upload, in minutes',
      ),
    cacheMb: z.coerce
      .number()
      .int()
      .min(0)
      .default(160)
      .describe(
        'Memory per process for small pictures, gallery responses and locations of files, in MB. The default holds about 300 galleries of 500 photos. 0: none',
      ),
  }),
) {}

const mailAddressSchema = z
  .string()
  .regex(/^[^\s@]+@[^\s@]+$/, 'an address is expected, such as support@example.com')
  .optional()

/** Support address. `{plan}` and `{account}` are replaced by the plan and number of the user's account (rule 72). */
export class SupportConfig extends Config(
  'DAYMARK_SUPPORT',
  z.object({
    address: mailAddressSchema.describe('Support address. Unset: support at the host of DAYMARK_PUBLIC_URL'),
    priorityAddress: mailAddressSchema.describe(
      'Support address for plans with priority support, with optional {plan} and {account}, such as help+{plan}-{account}@example.com. Unset: the address above',
    ),
  }),
) {}

/** The support address for all plans. */
export const defaultSupportAddress = ({ address }: SupportConfig, publicUrl: string): string =>
  address ?? `support@${new URL(publicUrl).hostname}`

export class EncryptionConfig extends Config('DAYMARK_ENCRYPTION', encryptionSettings) {}

export class StorageConfig extends Config('DAYMARK_STORAGE', storageSettings) {}

export class WebConfig extends Config(
  'DAYMARK_WEB',
  z.object({
    dir: z.string().optional().describe('Folder of the built web application. Unset: it is served elsewhere'),
  }),
) {}
