# Writes the expectations of reference_test.cpp: Rscript reference.R > reference.tsv
#
# R 4.2 (Debian: r-base-core), base packages only. Every number comes from R's own functions; where R has
# none (randomisation, tau_ap, kappa) it is computed here from the definition by brute force. Lines:
#   data <TAB> name <TAB> numbers              the cases, short decimals so that they are the same in C++
#   expect <TAB> quantity <TAB> cases <TAB> value

show <- function(x) sprintf("%.17g", x)
data <- function(name, x) cat("data\t", name, "\t", paste(format(x, digits = 15, trim = TRUE), collapse = " "), "\n", sep = "")
expect <- function(quantity, cases, value) {
  for (v in value) stopifnot(is.finite(v))
  cat("expect\t", quantity, "\t", cases, "\t", paste(show(value), collapse = " "), "\n", sep = "")
}

wave <- function(n, speed, low, high) round(low + (high - low) * abs(sin(speed * seq_len(n))), 4)
pairs <- list(
  plain = list(a = wave(12, 1.7, 0.1, 0.9), b = wave(12, 2.3, 0.05, 0.7)),
  close = list(a = wave(25, 0.9, 0.2, 0.6), b = wave(25, 0.93, 0.2, 0.59)),
  ties = list(a = c(0.5, 0.25, 1, 0, 0.5, 0.75, 0.25, 0.5, 1, 0.75, 0.5),
              b = c(0.25, 0.25, 0.5, 0, 0.75, 0.5, 0.5, 0.25, 0.5, 0.5, 0.25)),
  long = list(a = wave(60, 1.3, 0.1, 0.8), b = wave(60, 3.1, 0.1, 0.75)),
  two = list(a = c(0.3, 0.5), b = c(0.1, 0.4)),
  lower = list(a = wave(9, 2.9, 0, 0.4), b = wave(9, 0.7, 0.2, 0.9)),
  alike = list(a = wave(7, 1.7, 0.1, 0.9), b = round(wave(7, 1.7, 0.1, 0.8) + wave(7, 2.3, 0, 0.2), 4)),
  same = list(a = c(0.1, 0.4, 0.3), b = c(0.2, 0.6, 0.5)))

randomisation <- function(d, one) {
  signs <- as.matrix(expand.grid(rep(list(c(-1, 1)), length(d))))
  sums <- as.vector(signs %*% d)
  if (one) mean(sums >= sum(d) - 1e-12) else mean(abs(sums) >= abs(sum(d)) - 1e-12)
}

tau_ap_without_ties <- function(truth, estimate) {
  o <- order(-estimate)
  n <- length(o)
  s <- 0
  for (i in 2:n) s <- s + sum(truth[o[1:(i - 1)]] > truth[o[i]]) / (i - 1)
  2 / (n - 1) * s - 1
}
permutations <- function(v) {
  if (length(v) <= 1) return(list(v))
  unlist(lapply(seq_along(v), function(i) lapply(permutations(v[-i]), function(p) c(v[i], p))), recursive = FALSE)
}
# With ties: every item against what the estimate puts strictly above it.
tau_ap_with_ties <- function(truth, estimate) {
  each <- sapply(seq_along(truth), function(i) mean(sign(truth[estimate > estimate[i]] - truth[i])))
  mean(each, na.rm = TRUE)
}

all_orders <- function(n) {
  if (n == 1) return(matrix(1))
  fewer <- all_orders(n - 1)
  do.call(rbind, lapply(seq_len(n), function(i) cbind(i, fewer + (fewer >= i))))
}
# Over all orders up to nine numbers, which is R's exact test where there are no ties; else with Student's t.
spearman_p <- function(a, b) {
  x <- rank(a)
  y <- rank(b)
  if (length(a) > 9) return(cor.test(x, y)$p.value)
  covariances <- as.vector(matrix(y[all_orders(length(y))], ncol = length(y)) %*% x) - length(x) * mean(x) * mean(y)
  observed <- sum(x * y) - length(x) * mean(x) * mean(y)
  p <- mean(abs(covariances) >= abs(observed) - 1e-9)
  if (!any(duplicated(a)) && !any(duplicated(b))) {
    stopifnot(isTRUE(all.equal(p, cor.test(a, b, method = "spearman", exact = TRUE)$p.value)))
  }
  p
}

for (name in names(pairs)) {
  a <- pairs[[name]]$a
  b <- pairs[[name]]$b
  d <- a - b
  data(paste0(name, ".a"), a)
  data(paste0(name, ".b"), b)
  two <- t.test(a, b, paired = TRUE)
  expect("t", name, two$statistic)
  expect("t p two-tailed", name, two$p.value)
  expect("t p one-tailed", name, t.test(a, b, paired = TRUE, alternative = "greater")$p.value)
  expect("t interval 0.95", name, two$conf.int)
  expect("t interval 0.99", name, t.test(a, b, paired = TRUE, conf.level = 0.99)$conf.int)
  expect("mean interval 0.95", name, t.test(a)$conf.int)
  expect("cohens d", name, mean(d) / sd(d))
  expect("pearson", name, if (length(a) > 2) unlist(cor.test(a, b)[c("estimate", "p.value")]) else cor(a, b))
  expect("kendall", name, suppressWarnings(unlist(cor.test(a, b, method = "kendall")[c("estimate", "p.value")])))
  if (length(a) > 2) {
    expect("spearman", name, c(cor(rank(a), rank(b)), spearman_p(a, b)))
    line <- summary(lm(b ~ a))
    expect("regression", name, c(line$coefficients[1:2, 1], line$coefficients[1:2, 2], line$r.squared))
  }
  if (!any(duplicated(a)) && !any(duplicated(b))) expect("tau_ap", name, tau_ap_without_ties(a, b))
  # The sizes of the differences as exact decimals, so that ties on paper are ties here.
  exact <- round(d, 10)
  expect("wilcoxon v", name, suppressWarnings(wilcox.test(exact)$statistic))
  expect("wilcoxon p two-tailed", name, suppressWarnings(wilcox.test(exact)$p.value))
  expect("wilcoxon p one-tailed", name, suppressWarnings(wilcox.test(exact, alternative = "greater")$p.value))
  if (length(d) <= 12) {
    expect("randomisation p two-tailed", name, randomisation(d, FALSE))
    expect("randomisation p one-tailed", name, randomisation(d, TRUE))
  }
  expect("description", name, c(sum(a), min(a), max(a), median(a), mean(a), sd(a)))
  expect("quantile 0.025 0.3 0.975", name, quantile(a, c(0.025, 0.3, 0.975), names = FALSE))
}

tied <- list(
  small.a = c(0.5, 0.25, 0.5, 0.75, 0.1), small.b = c(0.3, 0.3, 0.2, 0.9, 0.1),
  estimate.a = c(0.6, 0.5, 0.4, 0.3, 0.2, 0.1), estimate.b = c(0.4, 0.4, 0.4, 0.2, 0.9, 0.2))
for (name in names(tied)) data(name, tied[[name]])
for (name in c("small", "estimate")) {
  expect("tau_ap", name, tau_ap_with_ties(tied[[paste0(name, ".a")]], tied[[paste0(name, ".b")]]))
}
# The distribution of tau_ap over all orders of seven items: its variance is what the p-value rests on.
taus <- sapply(permutations(1:7), function(p) tau_ap_without_ties(7:1, p))
expect("variance of tau_ap", "7 items", mean(taus^2) - mean(taus)^2)

p <- c(0.01, 0.04, 0.03, 0.005, 0.2, 0.04, 0.9)
data("p", p)
expect("holm", "p", p.adjust(p, "holm"))
expect("bonferroni", "p", p.adjust(p, "bonferroni"))

# ptukey is good to about 1e-7 only (1e-4 with 2 degrees of freedom, where two groups are Student's t and the
# true value is known), so the reference proper integrates the definition with R's adaptive integrate().
over <- function(f, breaks, tolerance) {
  sum(mapply(function(low, high) integrate(f, low, high, rel.tol = tolerance, abs.tol = 1e-16, subdivisions = 2000)$value,
             head(breaks, -1), tail(breaks, -1)))
}
range_tail <- function(w, k) 1 - sapply(w, function(x) {
  over(function(z) k * dnorm(z) * (pnorm(z) - pnorm(z - x))^(k - 1), seq(-9, 9, by = 1.5), 1e-13)
})
studentised_range_tail <- function(q, k, nu) {
  p <- c(1e-8, 1e-4, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999, 1 - 1e-8, 1 - 1e-15)
  breaks <- c(0, sqrt(qchisq(p, nu) / nu))
  over(function(s) 2 * nu * s * dchisq(nu * s^2, nu) * range_tail(q * s, k), c(breaks, 1.3 * tail(breaks, 1)), 1e-12)
}
for (k in c(2, 3, 10, 50, 213)) for (nu in c(2, 5, 40, 1000)) for (q in c(0.5, 2, 3.5, 6, 12)) {
  expect("studentised range", paste(k, nu, q), studentised_range_tail(q, k, nu))
  if (nu >= 5) expect("ptukey", paste(k, nu, q), ptukey(q, k, nu, lower.tail = FALSE))
}

runs <- list(wave(15, 1.1, 0.1, 0.6), wave(15, 1.12, 0.1, 0.7), wave(15, 1.09, 0.05, 0.5), wave(15, 2.2, 0.2, 0.9))
for (i in seq_along(runs)) data(paste0("tukey.", i), runs[[i]])
frame <- data.frame(score = unlist(runs), run = factor(rep(1:4, each = 15)), topic = factor(rep(1:15, 4)))
# TukeyHSD's q, with p by the integral above.
hsd <- TukeyHSD(aov(score ~ run + topic, frame), "run")$run
mse <- summary(aov(score ~ run + topic, frame))[[1]]["Residuals", "Mean Sq"]
q <- abs(hsd[, "diff"]) / sqrt(mse / 15)
stopifnot(max(abs(ptukey(q, 4, 42, lower.tail = FALSE) - hsd[, "p adj"])) < 1e-9)
expect("tukey p of 2-1 3-1 4-1 3-2 4-2 4-3", "tukey", sapply(q, studentised_range_tail, 4, 42))

for (n in c(5, 20, 52, 300)) for (delta in c(0.02, 0.05, 0.2)) for (tails in 1:2) {
  design <- list(sd = 0.11, sig.level = 0.05, type = "paired", strict = TRUE,
                 alternative = c("one.sided", "two.sided")[tails])
  expect("power", paste(n, delta, tails), do.call(power.t.test, c(design, n = n, delta = delta))$power)
  expect("topics for 0.8", paste(delta, tails),
         ceiling(do.call(power.t.test, c(design, delta = delta, power = 0.8, tol = 1e-10))$n))
  expect("detectable with 0.8", paste(n, tails),
         do.call(power.t.test, c(design, n = n, power = 0.8, tol = 1e-13))$delta)
}

table <- matrix(c(20, 5, 10, 65), 2)
po <- sum(diag(table)) / sum(table)
pe <- sum(rowSums(table) * colSums(table)) / sum(table)^2
expect("kappa", "20 10 5 65", (po - pe) / (1 - pe))

# Every one of the n^n bootstrap resamples of a small case.
small <- c(0.3, -0.1, 0.25, -0.05, 0.12)
data("boot.a", c(0.5, 0.4, 0.75, 0.3, 0.62))
data("boot.b", c(0.2, 0.5, 0.5, 0.35, 0.5))
sums <- rowSums(as.matrix(expand.grid(rep(list(small), 5))))
expect("bootstrap p one-tailed", "boot", mean(sums <= 1e-12))
expect("bootstrap mean and sd", "boot", c(mean(sums / 5), sqrt(mean((sums / 5)^2) - mean(sums / 5)^2)))
