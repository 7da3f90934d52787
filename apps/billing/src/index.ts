export { billingService } from './billing.service.ts'
