import { AuthController } from './auth.controller.ts'
import { SecondStepController } from './second-step.controller.ts'
import { PasskeysController } from './passkeys.controller.ts'
import { MailLinksController } from './mail-links.controller.ts'
import { ProfileController } from './profile.controller.ts'
import { SessionsController } from './sessions.controller.ts'
import { SubscriptionController } from './subscription.controller.ts'
import { BillingController } from './billing.controller.ts'
import { WatermarkController } from './watermark.controller.ts'
import { WatermarkImageController } from './watermark-image.controller.ts'
import { BrandController } from './brand.controller.ts'
import { StudioPageController } from './studio-page.controller.ts'
import { SupportController } from './support.controller.ts'
import { promisedControllers } from './promised.ts'

/** Who signs in, what she has and pays, and how her galleries look. */
export const accountControllers = [
  AuthController,
  SecondStepController,
  PasskeysController,
  MailLinksController,
  ProfileController,
  SessionsController,
  SubscriptionController,
  BillingController,
  WatermarkController,
  WatermarkImageController,
  BrandController,
  StudioPageController,
  SupportController,
  ...promisedControllers,
]
