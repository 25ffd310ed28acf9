from pathlib import Path

from django.db import migrations, models

from battle21.settings.database import RUNTIME_ROLE

SQL = Path(__file__).resolve().parent.parent / "sql" / "0008_chips.sql"
GRANT = "SELECT wallet_grant(rolname) FROM pg_roles WHERE rolname = %s"


def run_file(apps, schema_editor):
    schema_editor.execute(SQL.read_text(), params=None)
    schema_editor.execute(GRANT, [RUNTIME_ROLE])


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0005_clock_and_reviews"),
    ]

    operations = [
        migrations.RunPython(run_file),
        migrations.RemoveConstraint(model_name="transfer", name="transfer_has_a_subject"),
        migrations.AlterField(
            model_name="transfer",
            name="kind",
            field=models.CharField(
                choices=[
                    ("test_coins", "Test coins"),
                    ("deposit", "Deposit"),
                    ("withdraw", "Withdrawal"),
                    ("stake", "Stake"),
                    ("settle", "Result"),
                    ("refund", "Refund"),
                    ("reverse", "Correction"),
                    ("chips", "Play chips"),
                    ("bet", "Bet of play chips"),
                    ("payout", "Returned by the house"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.CheckConstraint(
                condition=~models.Q(kind__in=("stake", "settle", "refund", "bet", "payout")) | ~models.Q(subject=""),
                name="transfer_has_a_subject",
            ),
        ),
    ]
