import { MB } from '@daymark/contracts'
import { Config } from '@daymark/platform'
import { encryptionSettings, storageSettings } from '@daymark/storage'
import { z } from 'zod'

/** Named as every host of programs names them. */
export class AddressConfig extends Config(
  '',
  z.object({
    port: z.coerce.number().int().min(0).max(65535).default(8080).describe('Port of the web address'),
    host: z
      .string()
      .default('127.0.0.1')
      .describe('Address the port listens on; 0.0.0.0: every address of the machine'),
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
      .describe('Reverse proxies in front; so many X-Forwarded-For entries are believed'),
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
      .describe('Uploads that one process takes at the same time; more are asked to come again'),
    connections: z.coerce
      .number()
      .int()
      .min(1)
      .default(4096)
      .describe(
        'Connections that one process holds at the same time; beyond, idle and slow ones of the address with most are closed',
      ),
    uploadsAtOncePerUser: z.coerce
      .number()
      .int()
      .min(1)
      .default(16)
      .describe('Of the uploads at the same time those of one user'),
    uploadBytesPerSecond: z.coerce
      .number()
      .int()
      .min(0)
      .default(1024)
      .describe(
        'An upload that brings less on average over a stretch of time is ended, in bytes per second; 0: none is',
      ),
    uploadRateSeconds: z.coerce
      .number()
      .min(1)
      .default(60)
      .describe('That stretch of time; no upload is ended before it has lasted so long, in seconds'),
    idleSeconds: z.coerce
      .number()
      .int()
      .min(1)
      .default(120)
      .describe('A connection on which nothing moves for so long is closed, in seconds'),
    patienceMs: z.coerce
      .number()
      .int()
      .min(1)
      .default(2000)
      .describe(
        'How long a page waits for what it can come without (the card of a link, the look of a studio, a name), in ms',
      ),
    sweepAfterMinutes: z.coerce
      .number()
      .min(0.25)
      .default(10)
      .describe('Age at which a stored file that belongs to no photo counts as left by a crashed upload, in minutes'),
    pictureCacheBytes: z.coerce
      .number()
      .int()
      .min(0)
      .default(64 * MB)
      .describe('Memory for variants that many ask for, in bytes; 0: none'),
    placeCacheBytes: z.coerce
      .number()
      .int()
      .min(1)
      .default(32 * MB)
      .describe('Memory for where variants lie, in bytes; the default holds some 40,000 photos of galleries'),
    answerCacheBytes: z.coerce
      .number()
      .int()
      .min(1)
      .default(64 * MB)
      .describe(
        'Memory for the data of galleries as they are sent, in bytes (half as much for albums); 64 MB hold 300 of 500 photos',
      ),
    version: z.string().optional().describe('Build shown by /api/version; unset: made from the web application'),
  }),
) {}

const mailAddress = z
  .string()
  .regex(/^[^\s@]+@[^\s@]+$/, 'an address is expected, such as support@example.com')
  .optional()

/** Who answers questions. `{plan}` and `{account}` stand for the plan and the number of the account that asks (rule 72). */
export class SupportConfig extends Config(
  'DAYMARK_SUPPORT',
  z.object({
    address: mailAddress.describe('Where people write to; unset: support at the host of DAYMARK_PUBLIC_URL'),
    priorityAddress: mailAddress.describe(
      'The same for plans with priority support; may hold {plan} and {account}, such as help+{plan}-{account}@example.com; unset: the one above',
    ),
    subject: z.string().max(200).default('Account {account}').describe('Subject of their mails'),
    prioritySubject: z
      .string()
      .max(200)
      .default('Priority support, {plan}, account {account}')
      .describe('Subject where the plan has priority support'),
  }),
) {}

/** Where everybody may write to. */
export const usualSupport = ({ address }: SupportConfig, site: string): string =>
  address ?? `support@${new URL(site).hostname}`

export class EncryptionConfig extends Config('DAYMARK_ENCRYPTION', encryptionSettings) {}

export class StorageConfig extends Config('DAYMARK_STORAGE', storageSettings) {}

export class WebConfig extends Config(
  'DAYMARK_WEB',
  z.object({
    dir: z
      .string()
      .optional()
      .describe('Folder of the built web application, served beside the API; unset: served elsewhere'),
  }),
) {}
