import 'reflect-metadata'
import { Injectable, type Provider } from '@nestjs/common'
import { withDependencies } from './discover.ts'

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
  it('are the given ones and what constructors and factories ask for, each once', () => {
    expect(withDependencies([Handler], [store])).toEqual([store, Keys, Sealer])
  })

  it('do not replace a class by what another provider gives', () => {
    const keys: Provider = { provide: Keys, useValue: new Keys() }
    expect(withDependencies([Handler], [keys, store])).toEqual([keys, store, Sealer])
  })
})
