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

export class GatewayConfig extends Config(
  'DAYMARK_GATEWAY',
  z.object({
    trustProxy: z.coerce
      .number()
      .int()
      .min(0)
      .max(10)
      .default(0)
      .describe('Number of reverse proxies in front. As many X-Forwarded-For entries are trusted'),
    uploadMaxBytes: z.coerce
      .number()
      .int()
      .min(1)
      .default(500 * MB)
      .describe('Largest photo that can be uploaded, in bytes'),
    uploadsAtOnce: z.coerce
      .number()
      .int()
      .min(1)
      .default(64)
      .describe('Maximum number of concurrent uploads per process. Further uploads receive 503 and retry'),
    connections: z.coerce
      .number()
      .int()
      .min(1)
      .default(4096)
      .describe(
        'Maximum number of connections per process. Beyond it, idle and slow connections of the IP address with the most connections are closed',
      ),
    uploadsAtOncePerUser: z.coerce
      .number()
      .int()
      .min(1)
      .default(16)
      .describe('Maximum number of concurrent uploads per user'),
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
      .describe('Period over which the average rate is measured. No upload is aborted earlier, in seconds'),
    idleSeconds: z.coerce
      .number()
      .int()
      .min(1)
      .default(120)
      .describe('Time after which an idle connection is closed, in seconds'),
    optionalTimeoutMs: z.coerce
      .number()
      .int()
      .min(1)
      .default(2000)
      .describe('Timeout for optional parts of a page (link card, studio brand, display name), in ms'),
    sweepAfterMinutes: z.coerce
      .number()
      .min(0.25)
      .default(10)
      .describe(
        'Age after which a stored file without a photo is treated as left over from an interrupted upload, in minutes',
      ),
    pictureCacheBytes: z.coerce
      .number()
      .int()
      .min(0)
      .default(64 * MB)
      .describe('Memory for frequently requested variants, in bytes. 0: none'),
    placeCacheBytes: z.coerce
      .number()
      .int()
      .min(1)
      .default(32 * MB)
      .describe('Memory for the locations of variants, in bytes. The default holds about 40,000 photos'),
    answerCacheBytes: z.coerce
      .number()
      .int()
      .min(1)
      .default(64 * MB)
      .describe(
        'Memory for cached gallery responses, in bytes, and half as much for albums. 64 MB hold 300 galleries of 500 photos',
      ),
    version: z.string().optional().describe('Build shown by /api/version. Unset: derived from the web application'),
  }),
) {}

const mailAddress = z
  .string()
  .regex(/^[^\s@]+@[^\s@]+$/, 'an address is expected, such as support@example.com')
  .optional()

/** Support address and subject. `{plan}` and `{account}` are replaced by the plan and number of the user's account (rule 72). */
export class SupportConfig extends Config(
  'DAYMARK_SUPPORT',
  z.object({
    address: mailAddress.describe('Support address. Unset: support at the host of DAYMARK_PUBLIC_URL'),
    priorityAddress: mailAddress.describe(
      'Support address for plans with priority support, with optional {plan} and {account}, such as help+{plan}-{account}@example.com. Unset: the address above',
    ),
    subject: z.string().max(200).default('Account {account}').describe('Subject of support emails'),
    prioritySubject: z
      .string()
      .max(200)
      .default('Priority support, {plan}, account {account}')
      .describe('Subject of support emails of plans with priority support'),
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
