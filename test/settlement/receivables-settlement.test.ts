import { settlesAsTold } from './settles-on-both-sides'

settlesAsTold('customer', [1100, 2200])
