import 'reflect-metadata'
import { Injectable, type Provider } from '@nestjs/common'
import { collectProviders } from './discover.ts'

abstract class Store {}
class Keys {}
@Injectable()
class Sealer {
  constructor(readonly keys: Keys) {}
}
@Injectable()
class Handler {
  constructor(
    readonly sealer: Sealer,
    readonly store: Store,
  ) {}
}
const store: Provider = { provide: Store, useFactory: (_: Keys) => ({}), inject: [Keys] }

describe('providers of a service', () => {
  it('are the given ones and all dependencies of constructors and factories, each once', () => {
    expect(collectProviders([Handler], [store])).toEqual([store, Keys, Sealer])
  })

  it('do not replace a class that another provider supplies', () => {
    const keys: Provider = { provide: Keys, useValue: new Keys() }
    expect(collectProviders([Handler], [keys, store])).toEqual([keys, store, Sealer])
  })
})
