/** The only place that reads the environment; all other code receives a parsed configuration. */
export type Env = Readonly<Record<string, string | undefined>>
export const processEnv = (): Env => process.env
