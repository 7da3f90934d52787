import { type Actor, brands, type Input, requireUser, trimVisibleText } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Brands, parseWebsite } from './brands.ts'

@Handles(brands.getBrand)
export class GetBrand implements Handler<typeof brands.getBrand> {
  constructor(private readonly repository: Brands) {}

  handle(_: Input<typeof brands.getBrand>, actor: Actor) {
    return this.repository.get(requireUser(actor))
  }
}

@Handles(brands.getPublicBrand)
export class GetPublicBrand implements Handler<typeof brands.getPublicBrand> {
  constructor(private readonly repository: Brands) {}

  async handle({ ownerId }: Input<typeof brands.getPublicBrand>) {
    return { brand: await this.repository.getPublic(ownerId) }
  }
}

@Handles(brands.updateBrand)
export class UpdateBrand implements Handler<typeof brands.updateBrand> {
  constructor(private readonly repository: Brands) {}

  handle({ name, website, accent }: Input<typeof brands.updateBrand>, actor: Actor) {
    return this.repository.change(actor, {
      ...(name !== undefined && { name: trimVisibleText(name).replaceAll(/\s+/g, ' ') }),
      ...(website !== undefined && { website: parseWebsite(website ?? '') }),
      ...(accent !== undefined && { accent: accent?.toLowerCase() ?? null }),
    })
  }
}
