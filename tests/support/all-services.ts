import { adminService } from '@daymark/admin'
import { billingService } from '@daymark/billing'
import { developerService } from '@daymark/developer'
import { gatewayService } from '@daymark/gateway'
import { identityService } from '@daymark/identity'
import { libraryService } from '@daymark/library'
import { mediaService } from '@daymark/media'
import { sharingService } from '@daymark/sharing'

/** The services of the product, for a process that runs all of them. */
export const allServices = [
  identityService,
  billingService,
  libraryService,
  mediaService,
  sharingService,
  developerService,
  adminService,
  gatewayService,
]
