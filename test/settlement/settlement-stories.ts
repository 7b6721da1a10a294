import { table } from '../support/table'

/**
 * Every path by which documents are paid, credited, applied, refunded, archived and reopened
 * (docs/service.md §4.5, §11.2), in words that serve customers and vendors. Cells tell what was taken and what is open.
 */
export const STORIES = {
  'a payment uses a credit up': table(`
    step                                                  | outcome            invoice 1     credit 1
    invoice 100.00                                        | ok                 0.00+100.00   -
    credit 30.00                                          | ok                 0.00+100.00   0.00+30.00
    A = payment 100.00 on invoice 1, 30.00 on credit 1    | ok                 100.00+0.00   30.00+0.00
    B = payment 0.01 on invoice 1                         | 422 items          100.00+0.00   30.00+0.00
    edit A to 100.00 on invoice 1, 10.00 on credit 1      | ok                 100.00+0.00   10.00+20.00
    edit A to 100.00 on invoice 1, 30.01 on credit 1      | 422 items          100.00+0.00   10.00+20.00
    edit A to 20.00 on invoice 1, 20.01 on credit 1       | 422 amount         100.00+0.00   10.00+20.00
    edit A to 20.00 on invoice 1, 20.00 on credit 1       | ok                 20.00+80.00   20.00+10.00
    archive credit 1                                      | 422 record_status  20.00+80.00   20.00+10.00
    archive invoice 1                                     | 422 record_status  20.00+80.00   20.00+10.00
    edit credit 1 to 40.00                                | 422 amount         20.00+80.00   20.00+10.00
    edit credit 1 to 2 x 15.00                            | ok                 20.00+80.00   20.00+10.00
    archive A                                             | ok                 0.00+100.00   0.00+30.00
    edit credit 1 to 40.00                                | ok                 0.00+100.00   0.00+40.00
    archive credit 1                                      | ok                 0.00+100.00   0.00+0.00
    C = payment 50.00 on invoice 1, 1.00 on credit 1      | 422 items          0.00+100.00   0.00+0.00
    C = payment 100.00 on invoice 1                       | ok                 100.00+0.00   0.00+0.00
  `),
  'a credit is applied': table(`
    step                                                  | outcome            invoice 1     credit 1
    invoice 100.00                                        | ok                 0.00+100.00   -
    credit 130.00                                         | ok                 0.00+100.00   0.00+130.00
    A = application of credit 1: 100.01 on invoice 1      | 422 items          0.00+100.00   0.00+130.00
    A = application of credit 1: 33.33 on invoice 1       | ok                 33.33+66.67   33.33+96.67
    B = application of credit 1: 66.67 on invoice 1       | ok                 100.00+0.00   100.00+30.00
    C = application of credit 1: 0.01 on invoice 1        | 422 items          100.00+0.00   100.00+30.00
    edit A to of credit 1: 33.34 on invoice 1             | 422 items          100.00+0.00   100.00+30.00
    edit A to of credit 1: 0.01 on invoice 1              | ok                 66.68+33.32   66.68+63.32
    archive invoice 1                                     | 422 record_status  66.68+33.32   66.68+63.32
    archive credit 1                                      | 422 record_status  66.68+33.32   66.68+63.32
    archive B                                             | ok                 0.01+99.99    0.01+129.99
    archive B                                             | 422 record_status  0.01+99.99    0.01+129.99
    archive A                                             | ok                 0.00+100.00   0.00+130.00
    archive credit 1                                      | ok                 0.00+100.00   0.00+0.00
    D = application of credit 1: 1.00 on invoice 1        | 422 items          0.00+100.00   0.00+0.00
    archive invoice 1                                     | ok                 0.00+0.00     0.00+0.00
  `),
  'a prepayment is applied': table(`
    step                                                                   | outcome            invoice 1    invoice 2    prepayment 1
    prepayment 80.00                                                       | ok                 -            -            0.00+80.00
    invoice 60.00                                                          | ok                 0.00+60.00   -            0.00+80.00
    invoice 50.00                                                          | ok                 0.00+60.00   0.00+50.00   0.00+80.00
    A = application of prepayment 1: 60.00 on invoice 1, 20.01 on invoice 2  | 422 items        0.00+60.00   0.00+50.00   0.00+80.00
    A = application of prepayment 1: 20.00 on invoice 1, 20.00 on invoice 1  | 422 items        0.00+60.00   0.00+50.00   0.00+80.00
    A = application of prepayment 1: 60.00 on invoice 1, 20.00 on invoice 2  | ok               60.00+0.00   20.00+30.00  80.00+0.00
    edit A to of prepayment 1: 30.00 on invoice 1, 50.00 on invoice 2      | ok                 30.00+30.00  50.00+0.00   80.00+0.00
    edit A to of prepayment 1: 50.00 on invoice 2                          | ok                 0.00+60.00   50.00+0.00   50.00+30.00
    edit prepayment 1 to 90.00                                             | 422 amount         0.00+60.00   50.00+0.00   50.00+30.00
    B = payment 60.00 on invoice 1                                         | ok                 60.00+0.00   50.00+0.00   50.00+30.00
    edit A to of prepayment 1: 50.00 on invoice 2, 0.01 on invoice 1       | 422 items          60.00+0.00   50.00+0.00   50.00+30.00
    archive prepayment 1                                                   | 422 record_status  60.00+0.00   50.00+0.00   50.00+30.00
    archive A                                                              | ok                 60.00+0.00   0.00+50.00   0.00+80.00
    edit prepayment 1 to 90.00                                             | ok                 60.00+0.00   0.00+50.00   0.00+90.00
    archive prepayment 1                                                   | ok                 60.00+0.00   0.00+50.00   0.00+0.00
  `),
  'another source takes over': table(`
    step                                                  | outcome  invoice 1    credit 1     prepayment 1
    invoice 60.00                                         | ok       0.00+60.00   -            -
    credit 60.00                                          | ok       0.00+60.00   0.00+60.00   -
    prepayment 60.00                                      | ok       0.00+60.00   0.00+60.00   0.00+60.00
    A = application of credit 1: 40.00 on invoice 1       | ok       40.00+20.00  40.00+20.00  0.00+60.00
    edit A to of prepayment 1: 60.00 on invoice 1         | ok       60.00+0.00   0.00+60.00   60.00+0.00
    edit A to of credit 1: 60.00 on invoice 1             | ok       60.00+0.00   60.00+0.00   0.00+60.00
    archive A                                             | ok       0.00+60.00   0.00+60.00   0.00+60.00
  `),
  'money is paid back': table(`
    step                                                  | outcome            credit 1     prepayment 1
    credit 54.13                                          | ok                 0.00+54.13   -
    prepayment 20.00                                      | ok                 0.00+54.13   0.00+20.00
    A = refund 54.14 on credit 1                          | 422 items          0.00+54.13   0.00+20.00
    A = refund 54.13 on credit 1                          | ok                 54.13+0.00   0.00+20.00
    B = refund 0.01 on credit 1, 20.00 on prepayment 1    | 422 items          54.13+0.00   0.00+20.00
    edit A to 50.00 on credit 1                           | ok                 50.00+4.13   0.00+20.00
    B = refund 4.13 on credit 1, 20.00 on prepayment 1    | ok                 54.13+0.00   20.00+0.00
    archive credit 1                                      | 422 record_status  54.13+0.00   20.00+0.00
    archive prepayment 1                                  | 422 record_status  54.13+0.00   20.00+0.00
    archive A                                             | ok                 4.13+50.00   20.00+0.00
    edit B to 20.00 on prepayment 1                       | ok                 0.00+54.13   20.00+0.00
    archive credit 1                                      | ok                 0.00+0.00    20.00+0.00
    archive B                                             | ok                 0.00+0.00    0.00+20.00
    archive prepayment 1                                  | ok                 0.00+0.00    0.00+0.00
  `),
  'a credit is spent in three ways': table(`
    step                                                  | outcome    invoice 1     credit 1
    invoice 100.00                                        | ok         0.00+100.00   -
    credit 90.00                                          | ok         0.00+100.00   0.00+90.00
    A = payment 40.00 on invoice 1, 30.00 on credit 1     | ok         40.00+60.00   30.00+60.00
    B = application of credit 1: 30.00 on invoice 1       | ok         70.00+30.00   60.00+30.00
    C = refund 30.00 on credit 1                          | ok         70.00+30.00   90.00+0.00
    D = application of credit 1: 0.01 on invoice 1        | 422 items  70.00+30.00   90.00+0.00
    D = refund 0.01 on credit 1                           | 422 items  70.00+30.00   90.00+0.00
    archive B                                             | ok         40.00+60.00   60.00+30.00
    D = refund 30.00 on credit 1                          | ok         40.00+60.00   90.00+0.00
    archive A                                             | ok         0.00+100.00   60.00+30.00
    archive D                                             | ok         0.00+100.00   30.00+60.00
    archive C                                             | ok         0.00+100.00   0.00+90.00
  `),
  'drafts take nothing': table(`
    step                                                              | outcome            invoice 1     credit 1     prepayment 1
    invoice 100.00; status draft                                      | ok                 0.00+100.00   -            -
    credit 50.00; status draft                                        | ok                 0.00+100.00   0.00+50.00   -
    prepayment 30.00; status draft                                    | ok                 0.00+100.00   0.00+50.00   0.00+30.00
    A = application of credit 1: 50.00 on invoice 1                   | 422 items          0.00+100.00   0.00+50.00   0.00+30.00
    A = application of credit 1: 60.00 on invoice 1; status draft     | ok                 0.00+100.00   0.00+50.00   0.00+30.00
    B = refund 30.00 on prepayment 1; status draft                    | ok                 0.00+100.00   0.00+50.00   0.00+30.00
    post A                                                            | 422 items          0.00+100.00   0.00+50.00   0.00+30.00
    post invoice 1                                                    | ok                 0.00+100.00   0.00+50.00   0.00+30.00
    post A                                                            | 422 items          0.00+100.00   0.00+50.00   0.00+30.00
    post credit 1                                                     | ok                 0.00+100.00   0.00+50.00   0.00+30.00
    post A                                                            | 422 items          0.00+100.00   0.00+50.00   0.00+30.00
    edit A to of credit 1: 50.00 on invoice 1                         | ok                 0.00+100.00   0.00+50.00   0.00+30.00
    post A                                                            | ok                 50.00+50.00   50.00+0.00   0.00+30.00
    post prepayment 1                                                 | ok                 50.00+50.00   50.00+0.00   0.00+30.00
    post B                                                            | ok                 50.00+50.00   50.00+0.00   30.00+0.00
    C = payment 50.00 on invoice 1; status draft                      | ok                 50.00+50.00   50.00+0.00   30.00+0.00
    archive C                                                         | ok                 50.00+50.00   50.00+0.00   30.00+0.00
    post C                                                            | 422 record_status  50.00+50.00   50.00+0.00   30.00+0.00
    archive A                                                         | ok                 0.00+100.00   0.00+50.00   30.00+0.00
  `),
  'moved in time': table(`
    step                                                  | outcome    invoice 1     credit 1
    invoice 100.00                                        | ok         0.00+100.00   -
    credit 50.00; date 2026-01-18                         | ok         0.00+100.00   0.00+50.00
    A = application of credit 1: 5.00 on invoice 1        | 422 items  0.00+100.00   0.00+50.00
    A = application of credit 1: 5.00 on invoice 1; date 2026-01-18  | ok  5.00+95.00  5.00+45.00
    set A date 2026-01-17                                 | 422 items  5.00+95.00    5.00+45.00
    set A date 2026-02-01                                 | ok         5.00+95.00    5.00+45.00
    B = refund 5.00 on credit 1; date 2026-01-17          | 422 items  5.00+95.00    5.00+45.00
    B = payment 9.00 on invoice 1, 5.00 on credit 1; date 2026-01-17  | 422 items  5.00+95.00  5.00+45.00
    B = payment 9.00 on invoice 1, 5.00 on credit 1; date 2026-01-17 validation off  | ok  14.00+86.00  10.00+40.00
  `),
  'in cents': table(`
    step                                                                                | outcome  invoice 1  invoice 2  credit 1
    invoice 0.03                                                                        | ok       0.00+0.03  -          -
    invoice 0.02                                                                        | ok       0.00+0.03  0.00+0.02  -
    credit 0.04                                                                         | ok       0.00+0.03  0.00+0.02  0.00+0.04
    A = application of credit 1: 0.01 on invoice 1, 0.01 on invoice 2                   | ok       0.01+0.02  0.01+0.01  0.02+0.02
    B = application of credit 1: 0.01 on invoice 1, 0.01 on invoice 2                   | ok       0.02+0.01  0.02+0.00  0.04+0.00
    archive A                                                                           | ok       0.01+0.02  0.01+0.01  0.02+0.02
    C = payment 0.02 on invoice 1, 0.01 on invoice 2, 0.02 on credit 1                  | ok       0.03+0.00  0.02+0.00  0.04+0.00
    archive B                                                                           | ok       0.02+0.01  0.01+0.01  0.02+0.02
    archive C                                                                           | ok       0.00+0.03  0.00+0.02  0.00+0.04
  `),
}
