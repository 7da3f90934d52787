export { billingService } from './billing.service.ts'
export { setUpStripe } from './setup/set-up-stripe.ts'
