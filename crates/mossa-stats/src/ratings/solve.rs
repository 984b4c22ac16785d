//! Linear equations with a symmetric, positive definite matrix: Cholesky's decomposition.

/// A pivot this much smaller than what it came from is taken for zero.
const SINGULAR: f64 = 1e-13;

/// A symmetric matrix; only what lies on and below the diagonal is kept up to date.
pub(super) struct Matrix {
    order: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// All zero.
    pub(super) fn zero(order: usize) -> Self {
        Self { order, cells: vec![0.0; order * order] }
    }

    /// Adds to a cell and to its mirror image.
    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row.max(column) * self.order + row.min(column)] += value;
    }

    /// The solution of `matrix * x = right`; `None` where the matrix is singular.
    pub(super) fn solve(mut self, mut right: Vec<f64>) -> Option<Vec<f64>> {
        self.decompose()?;
        for row in 0..self.order {
            let known = dot(self.row(row), &right[..row]);
            right[row] = (right[row] - known) / self.row(row)[row];
        }
        for row in (0..self.order).rev() {
            right[row] /= self.row(row)[row];
            let value = right[row];
            for (cell, rest) in self.row(row)[..row].iter().zip(&mut right) {
                *rest -= cell * value;
            }
        }
        Some(right)
    }

    /// Replaces the matrix by the lower triangle whose square it is.
    fn decompose(&mut self) -> Option<()> {
        for row in 0..self.order {
            for column in 0..=row {
                let (above, below) = self.cells.split_at_mut(row * self.order);
                let own = &mut below[..=row];
                let original = own[column];
                if column < row {
                    let other = &above[column * self.order..][..=column];
                    own[column] = (original - dot(other, &own[..column])) / other[column];
                } else {
                    let pivot = original - dot(&own[..row], &own[..row]);
                    if pivot.is_nan() || pivot <= SINGULAR * original {
                        return None;
                    }
                    own[row] = pivot.sqrt();
                }
            }
        }
        Some(())
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.order..][..=row]
    }
}

/// The product of two rows, as far as the shorter one goes.
fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&[f64]]) -> Matrix {
        let mut matrix = Matrix::zero(rows.len());
        for (row, cells) in rows.iter().enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                matrix.add(row, column, cell);
            }
        }
        matrix
    }

    #[test]
    fn three_equations_by_hand() {
        // x = (1, -2, 3).
        let lower: [&[f64]; 3] = [&[4.0], &[2.0, 5.0], &[-1.0, 1.0, 3.0]];
        let solution = matrix(&lower).solve(vec![-3.0, -5.0, 6.0]).expect("not singular");
        for (value, expected) in solution.iter().zip([1.0, -2.0, 3.0]) {
            assert!((value - expected).abs() < 1e-12, "{solution:?}");
        }
    }

    #[test]
    fn a_singular_matrix_is_refused() {
        assert_eq!(matrix(&[&[1.0], &[2.0, 4.0]]).solve(vec![1.0, 2.0]), None);
        assert_eq!(matrix(&[&[0.0]]).solve(vec![1.0]), None);
        assert_eq!(matrix(&[&[f64::NAN]]).solve(vec![1.0]), None);
        assert_eq!(Matrix::zero(0).solve(Vec::new()), Some(Vec::new()));
    }
}
