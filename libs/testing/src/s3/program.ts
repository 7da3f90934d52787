/** An S3 server that can be started. */
export type Program = { command: string; args(at: { port: number; folder: string; beside: string }): string[] }

export const S3_KEYS = { accessKey: 'daymark', secretKey: 'daymark-secret' } as const
