/**
 * Starts an environment, such as services, before the tests of a file or a `describe`, and stops it after them. The members of the returned
 * object exist once `beforeAll` has run; they are copied, so the started object itself must not change them later. `afterAll` functions
 * that are registered after this call run after the environment was stopped.
 */
export function setUp<T extends { stop(): unknown }>(start: () => Promise<T>): T {
  const started = {} as T
  beforeAll(async () => {
    const instance = await start()
    Object.setPrototypeOf(started, Object.getPrototypeOf(instance) as object)
    Object.assign(started, instance)
  })
  afterAll(() => started.stop?.())
  return started
}
