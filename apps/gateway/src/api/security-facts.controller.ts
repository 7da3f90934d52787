import { type http, routes } from '@daymark/contracts'
import { Storage } from '@daymark/storage'
import { Controller } from '@nestjs/common'
import { Serves } from '../routing/serves.ts'

/** What the Security page says of this installation. */
@Controller()
export class SecurityFactsController {
  constructor(private readonly storage: Storage) {}

  @Serves(routes.getSecurityFacts)
  get(): http.SecurityFacts {
    return { encryption: { configured: this.storage.canEncrypt } }
  }
}
